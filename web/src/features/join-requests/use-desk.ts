import { decideMany } from './decide-many';
import { useLooking } from './looking.store';
import { readReason } from './reason-draft';
import { requests } from './requests.queries';
import { useChecked } from './use-checked';
import { useRequestKeys } from './use-request-keys';

type Decision = 'approved' | 'rejected';

interface DeskOptions {
  /** Ids in the order of the list, and those of them that are open. */
  ids: readonly string[];
  open: readonly string[];
  selected: string;
  onSelect: (id: string) => void;
  onDecide: (id: string, to: Decision, reason?: string) => void;
}

/** Powers of every list of requests: choose many and decide them, keys, and telling others what one looks at. */
export function useDesk({ ids, open, selected, onSelect, onDecide }: DeskOptions) {
  const choice = useChecked(open);
  const isOpen = requests.useOne(selected)?.Status === 'pending';
  useLooking(isOpen ? selected : '');
  const decideChecked = (to: Decision, reason: string) => {
    void decideMany(choice.checked, to, reason);
    choice.clear();
  };
  /** Decides the chosen requests, else the selected one, with the reason written for it. */
  const onKey = (to: Decision) => {
    if (choice.checked.length > 0) decideChecked(to, '');
    else if (isOpen) onDecide(selected, to, to === 'rejected' ? readReason(selected).trim() : '');
  };
  useRequestKeys({ ids, selected, onSelect, onApprove: () => onKey('approved'), onReject: () => onKey('rejected') });
  return { ...choice, decideChecked };
}
