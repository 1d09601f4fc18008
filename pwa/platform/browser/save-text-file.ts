/** Downloads a text as a file; call it within a click. */
export function saveTextFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has copied the bytes by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
