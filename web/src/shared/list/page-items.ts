/**
 * The pages to link: the first, the last and the present one with its neighbours; `undefined` stands for a gap.
 * Always the same number of items once there are more than seven pages, so that links do not move under the cursor.
 */
export function pageItems(current: number, pages: number): (number | undefined)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  if (current <= 4) return [1, 2, 3, 4, 5, undefined, pages];
  if (current >= pages - 3) return [1, undefined, pages - 4, pages - 3, pages - 2, pages - 1, pages];
  return [1, undefined, current - 1, current, current + 1, undefined, pages];
}
