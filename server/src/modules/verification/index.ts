export { inspect, verify } from './store/inspect.ts';
