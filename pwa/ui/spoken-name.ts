/** Returns a heading without the triangles around it, which a screen reader would read as "black down-pointing small triangle". */
export const spokenName = (heading: string): string => heading.replace(/^▾ | ▾$/g, '');
