import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** The button that does what a question asks about. */
const actOf = (question: HTMLElement) => question.querySelector<HTMLElement>('[data-autofocus]') ?? question;

/** The button of the question that is asked, once there is something to answer it with. */
export async function answerTo(name: string): Promise<HTMLElement> {
  const button = within(await screen.findByRole('dialog')).getByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  return button;
}

/** Answers the question that is asked, by its button. */
export const answerQuestion = async (user: UserEvent, name: string): Promise<void> => user.click(await answerTo(name));

/**
 * Goes through the question of a button with the keyboard alone: Enter asks, the focus is on the act, Escape leaves it and comes
 * back; Enter asks again and Enter does it. What has the focus afterwards is the test's to say.
 */
export async function answerByKeyboard(user: UserEvent, button: HTMLElement, title: string | RegExp): Promise<void> {
  button.focus();
  await user.keyboard('{Enter}');
  const question = await screen.findByRole('dialog', { name: title });
  await focusIsOn(() => actOf(question));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await focusIsOn(() => button);
  await user.keyboard('{Enter}');
  await focusIsOn(() => actOf(screen.getByRole('dialog')));
  await waitFor(() => expect(actOf(screen.getByRole('dialog'))).not.toHaveAttribute('aria-disabled'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** The keyboard goes on at the top of another screen: at its title, or before it, whether the question is gone first or the screen there. */
export const focusIsAtTop = (title: string) =>
  waitFor(() =>
    expect([screen.getByRole('main'), screen.getByRole('heading', { level: 1, name: title })]).toContain(
      document.activeElement,
    ),
  );

/** Where the keyboard goes on: never the document. */
export const focusIsOn = (element: () => HTMLElement) => waitFor(() => expect(element()).toHaveFocus());
