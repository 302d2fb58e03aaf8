/** Categories of the wizard; the list's filter offers the same. */
export const eventCategories = [
  'Workshop',
  'Seminar',
  'Conference',
  'Networking',
  'Social',
  'Competition',
  'Training',
  'Meeting',
  'Presentation',
  'Panel Discussion',
  'Hackathon',
  'Exhibition',
  'Webinar',
  'Meetup',
  'Fundraiser',
  'Cultural',
] as const;

/** Tags that the wizard offers; an event may have others. */
export const eventTags = [
  'Free',
  'Paid',
  'Beginner-friendly',
  'Advanced',
  'Interactive',
  'Hands-on',
  'Online',
  'In-person',
  'Hybrid',
  'Networking',
  'Educational',
  'Fun',
  'Professional',
  'Student-only',
  'Open to all',
  'Registration required',
] as const;
