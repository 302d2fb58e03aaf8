import type { ReactNode } from 'react';
import css from './formula-dialog.module.css';
import { Modal } from './modal';

interface FormulaDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that explains how a list is computed. Import it lazily, as every dialog. */
export function FormulaDialog({ title, onClose, children }: FormulaDialogProps) {
  return (
    <Modal size="lg" onClose={onClose} title={title}>
      <div className={css.text}>{children}</div>
    </Modal>
  );
}

export const Formula = ({ children }: { children: ReactNode }) => <p className={css.formula}>{children}</p>;

export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={css.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

interface FormulaTableProps {
  columns: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly (readonly [string, ...string[]])[];
}

export function FormulaTable({ columns, rows }: FormulaTableProps) {
  return (
    <div className={css.scroll}>
      <table className={`${css.table} small`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([heading, ...cells]) => (
            <tr key={heading}>
              <th scope="row">{heading}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
