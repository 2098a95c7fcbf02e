import type { CabinetState, RequisiteState } from '@kantor/contract/plain/statuses.ts';
import type { PlatformCabinetRow, PlatformRequisiteRow } from '@/api/platform-objects';

/** An archived requisite is switched off; lists show it as such. */
export function requisiteState({ is_active: isActive, paused }: PlatformRequisiteRow): RequisiteState {
  if (paused !== null) return 'PAUSED';
  return isActive ? 'ON' : 'OFF';
}

/** A cabinet whose phone is online may be switched by hand. */
export function cabinetState(cabinet: PlatformCabinetRow): CabinetState {
  if (cabinet.is_blocked_forever) return 'BLOCKED';
  if (!cabinet.is_active) return 'OFF';
  return cabinet.can_be_active ? 'ONLINE' : 'SILENT';
}
