import { addedImageName, editedImageName, IMAGE_NAME_PATTERN } from '#contract/products/admin-product.ts';

/** Chooses names for images in their order: a file's name if it is a valid image name and not taken, else a new one. */
function chooseNames(
  fileNames: readonly string[],
  taken: ReadonlySet<string>,
  makeName: (position: number) => string,
): string[] {
  const used = new Set(taken);
  let position = 0;
  const makeFreeName = (): string => {
    let name: string;
    do name = makeName((position += 1));
    while (used.has(name));
    return name;
  };
  return fileNames.map((fileName) => {
    const name = IMAGE_NAME_PATTERN.test(fileName) && !used.has(fileName) ? fileName : makeFreeName();
    used.add(name);
    return name;
  });
}

/** Chooses image names for a product that is not added yet. */
export const chooseAddedNames = (fileNames: readonly string[]): string[] =>
  chooseNames(fileNames, new Set(), addedImageName);

/** Chooses names for further images of a product. */
export const chooseEditedNames = (fileNames: readonly string[], taken: ReadonlySet<string>, atMs: number): string[] =>
  chooseNames(fileNames, taken, (position) => editedImageName(atMs, position));

/** Compares by position, or by time and position: `2.webp` comes before `10.webp`. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  return left[0] - right[0] || left[1] - right[1];
}

const numbersOf = (name: string): [number, number] => {
  const [first, second = '0'] = name.replace('.webp', '').split('-');
  return [Number(first), Number(second)];
};

/** Returns whether an upload for a product that is not added yet contains its first image. */
export const addsFirstImage = (names: ReadonlySet<string>): boolean => names.has(addedImageName(1));
