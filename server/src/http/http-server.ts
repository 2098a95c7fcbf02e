import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { passOverRefused } from './pipelining.ts';

const HTTP_OPTIONS: ServerOptions = {
  keepAliveTimeout: 65_000,
  // Heads have this time, and bodies that of endSlowBodies.
  headersTimeout: 8000,
  requestTimeout: 0,
  connectionsCheckingInterval: 2000,
  // Node would refuse a request without a host by itself, without our words: see demandHost.
  requireHostHeader: false,
};

/** Node's server with our limits. */
export const createHttpServer = (listener: RequestListener): Server =>
  createServer(HTTP_OPTIONS, passOverRefused(listener));
