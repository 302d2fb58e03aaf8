import type { SharedComment } from '#models/contract/comments';

type Meets = (postId: string, comment: SharedComment, own: boolean) => boolean;

/** Nothing is being written until the script for writing comments is loaded. */
let meets: Meets = () => false;

/** For that script: how a live comment takes the place of the one that is just being written here. */
export const onOwnWriting = (next: Meets): void => {
  meets = next;
};

/** Whether a live message is the comment that is just being written here: then it takes its place. */
export const meetsWriting: Meets = (...message) => meets(...message);
