export { type ErrorBody, type ErrorCode, errors } from './error-codes.js';
export { type FieldCode, fieldTexts } from './field-texts.js';
