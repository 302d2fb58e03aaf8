import type { Viewer } from './facts.js';
import { mayWrite } from './societies.js';

export const uploadRules = {
  'upload.create': (viewer: Viewer | null) => mayWrite(viewer),
};
