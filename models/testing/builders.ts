/** `build*()` stores a document and the documents it needs, through the models, with correct counters. */
export * from './content-builders.js';
export * from './link-builders.js';
