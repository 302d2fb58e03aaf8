/** The part of autocannon that the bench uses; the package has no types. */
declare module 'autocannon' {
  export interface Client {
    setHeaders(headers: Record<string, string>): void;
  }
  export interface SentRequest {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?(request: SentRequest): SentRequest;
  }
  export interface Options {
    url: string | string[];
    connections: number;
    duration: number;
    headers?: Record<string, string>;
    requests?: Request[];
    setupClient?(client: Client): void;
  }
  export interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number; max: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  }
  const autocannon: (options: Options) => Promise<Result>;
  export default autocannon;
}
