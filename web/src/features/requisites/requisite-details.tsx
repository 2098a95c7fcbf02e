import { getRequisite } from '@/api/requisites';
import { detailScreen } from '@/shared/detail/detail-screen';
import { RequisiteForm } from './requisite-form';

export const { Component, preload } = detailScreen({
  name: 'requisites',
  call: getRequisite,
  live: true,
  form: (requisite, frame) => <RequisiteForm key={requisite.id} requisite={requisite} {...frame} />,
});
