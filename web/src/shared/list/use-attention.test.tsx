import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useAttention } from './use-attention';
import { isSeen } from '@/test/screen-reading';

function Part({ hasButton = true }: { hasButton?: boolean }) {
  const { isAttended, frame } = useAttention();
  return (
    <>
      <div {...frame}>{hasButton && <button type="button">Принять</button>}</div>
      <p>{isAttended ? 'someone is at it' : 'nobody is'}</p>
    </>
  );
}

test('who comes with the keyboard is at it until the focus leaves', async () => {
  const user = userEvent.setup();
  render(<Part />);
  expect(screen.getByText('nobody is')).toBeVisible();
  await user.tab();
  expect(screen.getByText('someone is at it')).toBeVisible();
  await user.tab();
  expect(screen.getByText('nobody is')).toBeVisible();
});

test('nobody is at it any more when what had the focus has been taken away', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Part />);
  await user.tab();
  rerender(<Part hasButton={false} />);
  await isSeen('nobody is');
});

test('a button that was clicked keeps the focus, and nobody at it once the pointer has left', async () => {
  const user = userEvent.setup();
  render(<Part />);
  // As browsers say of what was clicked; jsdom says otherwise.
  const button = screen.getByRole('button');
  vi.spyOn(button, 'matches').mockImplementation((selector) => selector !== ':focus-visible');
  await user.click(button);
  await user.hover(screen.getByText('someone is at it'));
  expect(button).toHaveFocus();
  expect(screen.getByText('nobody is')).toBeVisible();
});
