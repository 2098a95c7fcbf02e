export { inspect, inspectReads, verify } from './store/inspect.ts';
