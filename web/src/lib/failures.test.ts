import { describe, expect, it } from 'vitest';
import { errors } from '#models/contract/error-codes';
import { fieldTexts } from '#models/contract/field-texts';
import arabic from '../../../models/texts/ar/errors.json';
import { ApiError, errorOf } from './api-error';
import { failureText, fieldText, globalFailure, reportFailure } from './failures';
import { chooseLanguage } from './i18n';
import { connectToasts } from './toasts';

const failure = (status: number, message = 'No such thing.') => new ApiError(status, 'not_found', message);

describe('the global text of a failure', () => {
  it.each([400, 403, 404])('contains status and message for a %i', (status) => {
    expect(globalFailure(failure(status))).toEqual({ kind: 'error', text: `Error ${status}: No such thing.` });
  });
  it('is a warning for a 401', () => {
    expect(globalFailure(failure(401))).toEqual({ kind: 'warning', text: 'Unauthorized - please log in again.' });
  });
  it('hides the message of a 500', () => {
    expect(globalFailure(failure(500))).toEqual({ kind: 'error', text: 'Server error. Please try again later.' });
  });
  it('is the message for any other status', () => {
    expect(globalFailure(failure(409))).toEqual({ kind: 'error', text: 'No such thing.' });
  });
  it('is a general text without a message', () => {
    expect(globalFailure(new ApiError(418, 'unexpected', ''))).toEqual({ kind: 'error', text: 'Something went wrong.' });
  });
  it.each([
    [400, 'Error 400: The request could not be read.'],
    [403, 'Error 403: You do not have permission to do this.'],
    [404, 'Error 404: Not found.'],
    [429, 'Too many requests. Please try again later.'],
    [503, 'The service is briefly unavailable. Please try again.'],
  ])('has its own text for a %i without a message', (status, text) => {
    expect(globalFailure(errorOf(status, {})).text).toBe(text);
    expect(globalFailure(errorOf(status, '<html>')).text).toBe(text);
  });
  it('never shows the message of a program error', () => {
    expect(globalFailure(new TypeError("Cannot destructure property 'ID'")).text).toBe('Something went wrong.');
  });
  it('is translated by code', async () => {
    await chooseLanguage('ar');
    expect(globalFailure(failure(404)).text).toBe('خطأ 404: غير موجود.');
    expect(failureText(new ApiError(0, 'timeout', ''))).toContain('10');
  });
});

it('hidden characters are reported in a toast, since a form may not show field errors', () => {
  const shownTexts: string[] = [];
  const disconnect = connectToasts({ show: ({ text }) => void shownTexts.push(text), drop: () => {} });
  reportFailure(new ApiError(400, 'validation_failed', '', { content: fieldTexts.bad_characters }), 'Failed to post comment');
  disconnect();
  expect(shownTexts).toEqual([fieldTexts.bad_characters]);
});

describe('the Arabic error texts', () => {
  it('exist for every code', () => {
    expect(Object.keys(arabic.codes).sort()).toEqual(Object.keys(errors).sort());
  });
  it('exist for every field text', async () => {
    expect(Object.keys(arabic.fields).sort()).toEqual(Object.keys(fieldTexts).sort());
    expect(fieldText('Email is required')).toBe('Email is required');
    await chooseLanguage('ar');
    expect(fieldText('Email is required')).toBe('البريد الإلكتروني مطلوب');
    expect(fieldText('Something of its own')).toBe('Something of its own');
  });
});
