/** `build*()` makes a document and what it needs unless told, straight through the models, with true counters. */
export * from './content-builders.js';
export * from './link-builders.js';
