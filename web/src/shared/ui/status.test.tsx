import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Status } from './status';

test.each([
  ['order', 'ACTIVE', 'Активен', 'info'],
  ['order', 'CLOSED', 'Закрыт', 'success'],
  ['order', 'EXPIRED', 'Истёк', 'warning'],
  ['order', 'APPEAL', 'Апелляция', 'warning'],
  ['order', 'DECLINED', 'Отменён', 'danger'],
  ['appeal', 'OPEN', 'Открыта', 'info'],
  ['appeal', 'PROCESSED', 'Обработана', 'success'],
  ['appeal', 'CLOSED', 'Закрыта', 'danger'],
  ['payout', 'OPEN', 'Открыт', 'warning'],
  ['payout', 'IN_WORK', 'В работе', 'info'],
  ['payout', 'DONE', 'Выполнен', 'success'],
  ['payout', 'CANCELLED', 'Отменён', 'danger'],
  ['withdrawal', 'OPEN', 'Открыт', 'warning'],
  ['withdrawal', 'CLOSED', 'Выполнен', 'success'],
  ['order', 'UNKNOWN', 'Как прислали', 'neutral'],
] as const)('a status of an %s that is %s is shown as %s, %s', (kind, status, text, tone) => {
  render(<Status kind={kind} of={{ status: status as never, human_status: 'Как прислали' }} />);
  expect(screen.getByText(text)).toHaveAttribute('data-tone', tone);
});
