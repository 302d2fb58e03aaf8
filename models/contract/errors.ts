/**
 * Closed list of failures: each code has one status and one English text. Texts of the specification (section 5 and 8 of both
 * documents) are verbatim; `{…}` is replaced by a value.
 */
export const errors = {
  validation_failed: [400, 'Some fields are not valid.'],
  sso_expired: [400, 'This login has expired. Please start again.'],
  malformed_body: [400, 'The request could not be read.'],
  unauthorized: [401, 'Please log in.'],
  wrong_password: [401, 'The password is incorrect.'],
  wrong_credentials: [401, 'Invalid email or password'],
  forbidden: [403, 'You do not have permission to do this.'],
  own_content: [403, 'You cannot report your own content.'],
  own_decision: [403, 'Someone else decides on this appeal, because you decided on the report.'],
  own_report: [403, 'Someone else decides on this report, because it is yours or about you.'],
  banned: [403, 'You cannot join this society.'],
  passwords_off: [403, 'Please log in with your university account.'],
  sso_unverified: [403, 'Your university account has no verified email address. Please ask IT support.'],
  suspended: [403, 'This account is suspended.'],
  email_unverified: [403, 'Please verify your email address first.'],
  not_invitable: [403, 'This person cannot be invited.'],
  invitation_needed: [403, 'This society is by invitation only.'],
  not_found: [404, 'Not found.'],
  bad_ticket: [404, 'This ticket is not valid for this event.'],
  registration_conflict: [409, 'Registration failed. Email may already be in use.'],
  email_taken: [409, 'This email address is already in use.'],
  already_member: [409, 'You are already a member of this society.'],
  already_decided: [409, 'This request has already been decided.'],
  already_appealed: [409, 'You have already appealed against this.'],
  ticket_not_open: [409, 'This message is no longer open.'],
  already_resolved: [409, 'This report has already been resolved.'],
  appeal_withdrawn: [409, 'This appeal is closed because its author deleted their account.'],
  not_restorable: [409, 'This can no longer be shown again because it, or what it was part of, was deleted.'],
  reopen_expired: [409, 'You can undo a decision for ten minutes only.'],
  reopen_changed: [409, 'This can no longer be undone: the person has joined, left or asked again since.'],
  not_pending: [409, 'There is no pending request.'],
  person_is_member: [409, 'This person is already a member of the society.'],
  invitation_closed: [409, 'This invitation is no longer open.'],
  is_admin: [409, 'This person is an admin of the society.'],
  only_admin: [409, 'You are the only admin of this society. Make someone else an admin first.'],
  name_taken: [409, 'A society with this name already exists.'],
  wrong_confirmation: [409, 'This is not the name of the society.'],
  event_full: [409, 'This event is full.'],
  event_over: [409, 'This event is over.'],
  event_cancelled: [409, 'This event was cancelled.'],
  idempotency_mismatch: [409, 'This Idempotency-Key was used for another request.'],
  roster_changed: [409, 'The people have changed since this file was checked. Please check it again.'],
  roster_missing: [409, 'Many people are missing from this file. Please confirm that they have left.'],
  in_progress: [409, 'The same request is still being processed.'],
  image_too_large: [413, 'Please choose an image of up to 5 MB.'],
  too_large: [413, 'This is too large.'],
  too_many_requests: [429, 'Too many requests. Please try again later.'],
  internal: [500, 'Server error. Please try again later.'],
  pictures_busy: [503, 'Many images are being uploaded right now. Please try again in a moment.'],
  unavailable: [503, 'The service is briefly unavailable. Please try again.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof errors;

/** Texts under form fields; translations use the code. */
export const fieldTexts = {
  required: 'This field is required',
  too_long: 'This is too long',
  too_short: 'This is too short',
  wrong_type: 'This is not valid',
  bad_characters: 'This has hidden characters. Please type it instead of pasting it',
  unknown_choice: 'Please choose one of the options',
  bad_id: 'This id is not valid',
  bad_cursor: 'This cursor is not valid',
  bad_image: 'Please enter an image address',
  image_needed: 'Please choose an image',
  image_unreadable: 'Please choose a JPEG, PNG, WebP or GIF image',
  image_pixels: 'This image has too many pixels',
  image_narrow: 'This image is too long and narrow',
  image_unreachable: 'This image could not be loaded. Please check the address or choose a file',
  image_slow: 'This image takes too long to open. Please choose another one',
  bad_number: 'This number is not valid',
  seats_invalid: 'Enter a whole number from 1 to 1,000,000, or leave it empty',
  first_name_required: 'First name is required',
  last_name_required: 'Last name is required',
  name_required: 'Name is required',
  name_link: 'A name cannot contain a web or email address',
  name_reserved: 'This name cannot be used',
  email_required: 'Email is required',
  email_invalid: 'Email is invalid',
  email_domain: 'Please use your university email address',
  password_required: 'Password is required',
  password_short: 'Password must be at least 8 characters',
  link_invalid: 'This link is no longer valid',
  student_id_required: 'Student ID is required',
  photo_required: 'Photo URL is required',
  terms_required: 'You must agree to the terms',
  society_name_required: 'Society name is required',
  society_name_short: 'Society name must be at least 3 characters',
  description_required: 'Description is required',
  description_short: 'Description must be at least 20 characters',
  category_required: 'Category is required',
  contact_email_invalid: 'Please enter a valid email address',
  website_invalid: 'Please enter a valid website URL',
  content_required: 'Please write something.',
  society_required: 'Please choose a society.',
  report_required: 'Please enter a report message.',
  event_title_required: 'Event title is required',
  event_title_short: 'Event title must be at least 3 characters',
  event_date_required: 'Event date is required',
  event_time_required: 'Start time is required',
  event_end_early: 'End time must be after start time',
  event_location_required: 'Location is required for in-person events',
  event_link_required: 'Online meeting link is required for virtual events',
  span_long: 'Please choose at most 42 days',
  event_past: 'An event cannot begin in the past',
  event_far: 'An event can be planned up to two years ahead',
  series_end_required: 'Choose how many meetings there are, or the last day',
  series_length: 'A series has 2 to 52 meetings',
  roster_needed: 'Please choose a CSV file',
  roster_encoding: 'This file is not UTF-8 text. Please save it as CSV UTF-8',
  roster_columns: 'The first line needs a column named id, and each name once',
  roster_lines: 'Please choose a file of up to 100,000 lines',
  roster_wrong: 'Some lines are not valid. Please correct them and check the file again',
} as const;

export type FieldCode = keyof typeof fieldTexts;

const codeOfText = new Map<string, FieldCode>(Object.entries(fieldTexts).map(([code, text]) => [text, code as FieldCode]));

/** Code of a field's text, for its translation; undefined for a foreign text. */
export const fieldCodeOf = (text: string): FieldCode | undefined => codeOfText.get(text);

/** Body of every failure. */
export interface ErrorBody {
  error_message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
}
