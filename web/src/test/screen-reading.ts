import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

const plain = (text: string | null | undefined): string => text?.replaceAll('\u00a0', ' ') ?? '';

/** The table of a list, once its rows have come. */
export async function loadedTable(name: string): Promise<HTMLElement> {
  await waitFor(() => {
    const busy = screen.getByRole('table', { name }).getAttribute('aria-busy');
    if (busy !== 'false') throw new Error(`${name} is loading`);
  });
  return screen.getByRole('table', { name });
}

/** Waits for a text wherever it comes to rest: a toast moves to the screen when the dialog that it came up in closes. */
export const isSeen = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeVisible());

export const isWithoutDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

export const headsOf = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole('columnheader')
    .map((cell) => plain(cell.textContent));

/** The texts of a table's rows, cell by cell. */
export const rowsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => plain(cell.textContent)),
    );

/** Every label and value of a detail page. */
export const factsShown = (): Record<string, string> =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [plain(term.textContent), plain(term.nextElementSibling?.textContent)]),
  );

/** The text of a card of the balance beside its name. */
export const figureOf = async (name: string): Promise<string> =>
  plain((await screen.findByRole('region', { name })).textContent).replace(name, '');
