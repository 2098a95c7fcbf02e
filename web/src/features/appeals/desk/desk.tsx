import type { ReactNode } from 'react';
import classes from '@/acts/appeal/desk.module.css';
import { Payer } from '@/acts/appeal/payer';
import { Steps } from '@/acts/appeal/steps';
import { Turn } from '@/acts/appeal/turn';
import type { AppealDesk, AppealDetail } from '@/api/appeals';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { Bank } from './bank';

interface DeskProps {
  appeal: AppealDetail;
  desk: AppealDesk;
  /** The appeal's own facts. */
  facts: ReactNode;
}

/** Both sides of an appeal: what the payer says, what the bank says, and all that happened. */
export function Desk({ appeal, desk, facts }: DeskProps) {
  return (
    <>
      <DetailColumns
        main={
          <>
            {facts}
            <Payer claimed={appeal.amount} desk={desk} />
          </>
        }
        side={
          <>
            <Turn appeal={appeal} desk={desk} />
            {desk.bank && <Bank bank={desk.bank} orderId={appeal.order_id} sums={[appeal.amount, desk.order_amount]} />}
          </>
        }
      />
      <div className={classes.below}>
        <Steps desk={desk} orderId={appeal.order_id} />
      </div>
    </>
  );
}
