/** Props of the dialogs that add a factor. */
export interface AddingProps {
  hasPassword: boolean;
  /** Asks for the mailed code that a first factor of staff takes. */
  needsCode?: boolean;
  /** Called with the recovery codes of a first factor, else with none. */
  onAdded: (codes: string[]) => void;
  onClose: () => void;
}
