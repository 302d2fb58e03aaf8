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
  poll_over: [409, 'This poll has ended.'],
  already_voted: [409, 'You have already voted. Votes in this poll cannot be changed.'],
  pins_full: [409, 'This society has three pinned posts already. Please unpin one of them first.'],
  messages_full: [409, 'Three messages a day can be sent for an event. Please try again tomorrow.'],
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
  reports_busy: [503, 'Many reports are being made right now. Please try again in a moment.'],
  pictures_busy: [503, 'Many images are being uploaded right now. Please try again in a moment.'],
  unavailable: [503, 'The service is briefly unavailable. Please try again.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof errors;

/** Body of every failure. */
export interface ErrorBody {
  error_message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
}
