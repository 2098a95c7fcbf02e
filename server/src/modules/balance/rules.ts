/** The facts that decide whether a trader's traffic may be switched on. */
export interface TrafficState {
  on: boolean;
  blocked: boolean;
  /** Why the platform has stopped it; null: it has not. */
  stopReason: string | null;
  hasActiveRequisite: boolean;
  hasActiveCabinet: boolean;
}

export interface TrafficPermission {
  allowed: boolean;
  /** `ok`, or a sentence for the trader. */
  reason: string;
}

/** Whether the traffic button may be pressed. Switching off is always allowed. */
export function trafficPermission(state: TrafficState, available: bigint): TrafficPermission {
  const reason = state.blocked
    ? 'Аккаунт заблокирован оператором'
    : state.stopReason !== null
      ? `Трафик выключил оператор: ${state.stopReason}`
      : available <= 0n
        ? 'На балансе нет USDT: пополните кошелёк'
        : !state.hasActiveRequisite
          ? 'Нет ни одного включённого реквизита'
          : !state.hasActiveCabinet
            ? 'Нет ни одного кабинета на связи'
            : 'ok';
  return { allowed: state.on || reason === 'ok', reason };
}

/** What a trader has to do before their first order, and whether it is done. */
export interface FirstSteps {
  requisite: boolean;
  cabinet: boolean;
  /** A phone has called. */
  phone: boolean;
  /** A message has come from it. */
  message: boolean;
  /** A requisite has a limit of any kind. */
  limits: boolean;
  balance: boolean;
  traffic: boolean;
}

/** The steps while some are left and no order has come; then undefined, for good: what is undone later is no first day's. */
export const stepsLeft = (steps: FirstSteps, hadOrder: boolean): FirstSteps | undefined =>
  hadOrder || Object.values(steps).every(Boolean) ? undefined : steps;
