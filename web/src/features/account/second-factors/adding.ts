/** Props of the dialogs that add a factor. */
export interface AddingProps {
  hasPassword: boolean;
  /** Called with the recovery codes of a first factor, else with none. */
  onAdded: (codes: string[]) => void;
  onClose: () => void;
}
