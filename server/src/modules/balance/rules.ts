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
