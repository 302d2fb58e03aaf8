import { usePushClicks } from './use-push-clicks';

/** Follows what is pressed outside of the page; shows nothing. */
export default function PushClicks() {
  usePushClicks();
  return null;
}
