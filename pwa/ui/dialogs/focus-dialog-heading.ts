/** Moves the focus to the heading of the dialog around an element, for a control that is about to leave the page. */
export function focusDialogHeading(element: Element): void {
  const heading = element.closest('dialog')?.querySelector('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
