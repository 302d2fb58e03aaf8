import type { Comment } from '#models/contract/comments';
import type { Notification } from '#models/contract/notifications';
import type { Post, SharedPost } from '#models/contract/posts';
import type { Society } from '#models/contract/societies';
import type { User } from '#models/contract/users';

let made = 0;

/** A new id in the server's format. */
export const newId = (): string => (++made).toString(16).padStart(24, '0');

/** A time later than all before. */
export const newTime = (): string => new Date(Date.UTC(2026, 0, 1) + ++made * 1000).toISOString();

export const aUser = (fields: Partial<User> = {}): User => ({
  ID: newId(),
  Name: 'Layla Haddad',
  Email: 'layla@uni.example',
  Role: 'user',
  Image: '',
  Locale: null,
  Verified: true,
  ...fields,
});

export const aPost = (fields: Partial<Post> = {}): Post => ({
  ID: newId(),
  Content: 'Qualifiers are done!',
  Image: '',
  User: newId(),
  User_Name: 'Omar Khalil',
  User_Image: '',
  User_Role: 'member',
  Society_ID: newId(),
  Society_Name: 'Robotics Society',
  Society_Category: 'Technology',
  Likes: 0,
  Comments: fields.CommentsCount ?? 0,
  CommentsCount: 0,
  CreatedAt: newTime(),
  Edited_At: null,
  rev: 1,
  version: 1,
  Is_Liked: false,
  Like_Version: fields.Is_Liked ? 1 : 0,
  Can: { edit: false, delete: false, report: true },
  ...fields,
});

/** The broadcast form of a post. */
export function sharedPostOf({ Is_Liked: _liked, Like_Version: _version, Can: _can, ...shared }: Post): SharedPost {
  return shared;
}

export const aComment = (fields: Partial<Comment> = {}): Comment => ({
  ID: newId(),
  User: newId(),
  User_Name: 'Rand Tarawneh',
  User_Photo: '',
  Content: 'See you Thursday!',
  CreatedAt: newTime(),
  version: 1,
  Can: { delete: false, report: true },
  ...fields,
});

export const aNotification = (fields: Partial<Notification> = {}): Notification => ({
  ID: newId(),
  type: 'post_liked',
  title: 'New like',
  message: 'Omar Khalil liked your post: “Qualifiers”',
  params: { excerpt: 'Qualifiers' },
  link: '/posts/1',
  society_id: null,
  actors: [{ ID: newId(), Name: 'Omar Khalil', Image: '' }],
  count: 1,
  times: fields.count ?? 1,
  why: 'author',
  time: newTime(),
  read: false,
  version: 1,
  ...fields,
});

export const aSociety = (fields: Partial<Society> = {}): Society => ({
  ID: newId(),
  Name: 'Robotics Society',
  Description: 'We build things that move.',
  Image: '',
  Category: 'Technology',
  Member_Count: 12,
  Event_Count: 3,
  Post_Count: 40,
  Creator_Name: 'Omar Khalil',
  Creator_Image: '',
  CreatedAt: newTime(),
  Week_Growth: 0,
  Tags: [],
  Rules: '',
  Contact_Email: '',
  Website: '',
  Question: '',
  Median_Reply_Hours: null,
  rev: 1,
  version: 1,
  Role: null,
  Privacy: null,
  Permissions: null,
  Notifications: null,
  Request_Status: null,
  Request_ID: fields.Request_Status ? newId() : null,
  Request_Version: fields.Request_Status ? 1 : 0,
  New_Count: null,
  Can: {
    join: true,
    post: false,
    createEvents: false,
    invite: false,
    seePosts: true,
    seeEvents: true,
    seeMembers: true,
    manageRequests: false,
    moderate: false,
    manage: false,
    leave: false,
  },
  ...fields,
});
