import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string | undefined>();

/** The id of the request on whose behalf this runs, in the gateway and in whatever jobs follow from it. */
export const currentRequest = (): string | undefined => requests.getStore();

/** Does work on behalf of a request: the jobs that it asks for, and those that they ask for, carry its id. */
export const forRequest = <T>(id: string | undefined, work: () => T): T => requests.run(id, work);
