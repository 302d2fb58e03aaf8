/** Part of a JSON schema that examples are made from. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  [key: string]: unknown;
}

const anId = '665f1c2ab4d5e6f708192a3b';
const aTime = '2026-03-02T09:30:00.000Z';
const aDoorCode = '493027';

/** Example values by field name, for all calls; a missing name gets a plain word or number. */
const byName: Record<string, unknown> = {
  answer: 'I have built two line followers.',
  Answer: 'I have built two line followers.',
  Answered_At: aTime,
  at: aTime,
  avatar: '/uploads/665f1c2ab4d5e6f708192a3c',
  bio: 'Third year, mechatronics.',
  category: 'Technology',
  Category: 'Technology',
  code: '665f1c2ab4d5e6f708192a3b.q0v9Yz3m1sQnX2bTt8aKdw',
  Comments: 2,
  CommentsCount: 2,
  Contact_Email: 'robotics@uni.example',
  contactEmail: 'robotics@uni.example',
  content: 'First meeting on Monday in lab 3.',
  Content: 'First meeting on Monday in lab 3.',
  Creator_Name: 'Lina Haddad',
  choices: [1],
  cursor: 'NjY1ZjFjMmFiNGQ1ZTZmNzA4MTkyYTNiZDE3NzI0NDM4MDAwMDA',
  date: '2026-03-09',
  Date: '2026-03-09',
  Description: 'We build robots and race them.',
  description: 'We build robots and race them every spring.',
  end: '07:00',
  email: 'lina@uni.example',
  Email: 'lina@uni.example',
  Ends_At: '2026-03-09T15:00:00.000Z',
  end_date: '2026-03-09',
  End_Date: '2026-03-09',
  end_time: '18:00',
  End_Time: '18:00',
  auth: 'dGhpcyBpcyBzZWNyZXQhIQ',
  endpoint: 'https://push.example/9f2c1a7b',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  from: '2026-03-01',
  image: '/uploads/665f1c2ab4d5e6f708192a3c',
  Image: '/uploads/665f1c2ab4d5e6f708192a3c',
  Role_Until: '2027-06-30',
  Until: '2027-06-30',
  Likes: 12,
  link: '/posts/665f1c2ab4d5e6f708192a3b',
  Location: 'Lab 3',
  location: 'Lab 3',
  message: 'Lina Haddad liked your post.',
  My_Vote: [1],
  name: 'Robotics Club',
  Name: 'Robotics Club',
  new_password: 'another long password',
  Online_Link: 'https://meet.example/robotics',
  online_link: 'https://meet.example/robotics',
  options: ['Monday', 'Tuesday'],
  Options: ['Monday', 'Tuesday'],
  Organizer: 'Robotics Club',
  params: {},
  password: 'a long password',
  photo: 'drawn',
  pinned_until: aTime,
  offered_until: aTime,
  Poll_Votes: [8, 5],
  q: 'robot',
  Question: 'What would you like to build?',
  question: 'What would you like to build?',
  Reason: 'Welcome!',
  reason: 'Welcome!',
  Rules: 'Be kind; put the tools back.',
  rules: 'Be kind; put the tools back.',
  Scopes: [],
  Society_Name: 'Robotics Club',
  Starts_At: '2026-03-09T13:00:00.000Z',
  starts_at: '2026-03-09T13:00:00.000Z',
  student_id: 'S-20260001',
  start: '22:00',
  Tags: ['robots'],
  tags: ['robots'],
  target: 'Robotics Club',
  text: 'We begin in the garden.',
  Text: 'We begin in the garden.',
  time: '16:00',
  Time: '16:00',
  time_zone: 'Asia/Amman',
  title: 'Open lab evening',
  Title: 'Open lab evening',
  to: '2026-03-31',
  until: '2026-06-22',
  user: 'Lina Haddad',
  User_Email: 'lina@uni.example',
  User_Name: 'Lina Haddad',
  Website: 'https://robotics.uni.example',
  website: 'https://robotics.uni.example',
};

/** Values that come from the server and are passed back. */
const byPattern: Record<string, string> = {
  '^[\\dA-Za-z\\s-]{6,40}$': '492039',
  '^[0-9a-f]{64}$': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '^[\\w-]{43}$': 'o0Pn5rJ2m0cVb1uQxw8yT7kZ4aLhE3sFdG6iNjRtYqU',
};

const isTime = (name: string): boolean => /(?:At|_At|_at|^At|Until)$/.test(name);

function textOf(name: string, schema: JsonSchema): string {
  if (schema.pattern === '^[0-9a-f]{24}$' || schema.pattern === '^([0-9a-f]{24})?$') return anId;
  if (schema.pattern === '^\\d{6}$') return aDoorCode;
  if (typeof schema.pattern === 'string' && schema.pattern in byPattern) return byPattern[schema.pattern] ?? '';
  if (typeof byName[name] === 'string') return byName[name];
  return isTime(name) ? aTime : 'text';
}

function numberOf(name: string, { minimum = 0, maximum = Number.POSITIVE_INFINITY }: JsonSchema): number {
  const example = typeof byName[name] === 'number' ? byName[name] : 1;
  return Math.min(Math.max(example, minimum), maximum);
}

/** Example value of a schema, chosen by the names of its fields. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name);
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([field, of]) => [field, exampleOf(of, field)]));
  }
  if (type === 'array') return Array.isArray(byName[name]) ? byName[name] : [exampleOf(schema.items ?? {}, name)];
  if (type === 'boolean') return schema.default ?? true;
  if (type === 'integer' || type === 'number') return schema.default ?? numberOf(name, schema);
  if (schema.format === 'binary') return new File([], name);
  return type === 'string' ? textOf(name, schema) : null;
}
