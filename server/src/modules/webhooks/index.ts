export { fanOut } from './fan-out.ts';
