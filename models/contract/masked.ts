import type { ActivityItem } from './activity.js';
import type { SharedComment } from './comments.js';
import type { SharedQuestion } from './event-questions.js';
import type { SharedEvent } from './events.js';
import type { SharedPost } from './posts.js';
import type { SharedSociety } from './societies.js';

/** Name of a person who is not named; a client translates it where the id is ''. */
export const maskedName = 'A member';

/** Whether an answer leaves out who this is: an absent name or a fallback has an empty id, too. */
export const isMasked = (id: string, name: string): boolean => id === '' && name === maskedName;

/** A person in a list, without anything by which they could be recognized. */
export const maskedPerson = { ID: '', Name: maskedName, Image: '' } as const;

/** A post without its author. */
export const maskPost = <T extends SharedPost>(post: T): T => ({
  ...post,
  User: '',
  User_Name: maskedName,
  User_Image: '',
  User_Role: null,
});

/** A comment without its author. */
export const maskComment = <T extends SharedComment>(comment: T): T => ({ ...comment, User: '', User_Name: maskedName, User_Photo: '' });

/** An event without its creator. */
export const maskEvent = <T extends SharedEvent>(event: T): T => ({ ...event, User: '', Creator_Name: maskedName, Creator_Image: '' });

/** A question without its asker. */
export const maskQuestion = <T extends SharedQuestion>(question: T): T => ({
  ...question,
  User: '',
  User_Name: maskedName,
  User_Image: '',
});

/** A society without its creator. */
export const maskSociety = <T extends SharedSociety>(society: T): T => ({ ...society, Creator_Name: maskedName, Creator_Image: '' });

/** A line of 'Recent Activity' without its person. */
export const maskActivity = <T extends Pick<ActivityItem, 'user' | 'user_id' | 'avatar'>>(item: T): T => ({
  ...item,
  user: maskedName,
  user_id: '',
  avatar: '',
});
