import { register } from 'tsx/esm/api';

// A worker thread does not take over the loader of its process.
register();
await import('./worker.js');
