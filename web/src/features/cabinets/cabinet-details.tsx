import { getCabinet } from '@/api/cabinets';
import { detailScreen } from '@/shared/detail/detail-screen';
import { CabinetForm } from './cabinet-form';

export const { Component, preload } = detailScreen({
  name: 'cabinets',
  call: getCabinet,
  live: true,
  // Blocked meanwhile: what was being changed is void.
  form: (cabinet, frame) => (
    <CabinetForm key={`${cabinet.id} ${cabinet.is_blocked_forever}`} cabinet={cabinet} {...frame} />
  ),
});
