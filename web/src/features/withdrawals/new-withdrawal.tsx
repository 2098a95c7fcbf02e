import { MERCHANT } from './sides';
import { withdrawalForm } from './withdrawal-form';

export const Component = withdrawalForm(MERCHANT);
