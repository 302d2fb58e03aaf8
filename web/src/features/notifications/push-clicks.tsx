import { usePushClicks } from './use-push-clicks';

/** Lazy part that opens the pages of clicked web pushes; renders nothing. */
export default function PushClicks() {
  usePushClicks();
  return null;
}
