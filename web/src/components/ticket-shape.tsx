import type { ReactNode, Ref } from 'react';
import { Cover } from './cover';
import { DateStub } from './date-stub';
import css from './ticket-shape.module.css';

interface TicketShapeProps {
  /** Decides the pattern of the cover. */
  seed: string;
  category: string;
  image: string;
  date: string;
  /** On the cover. */
  corner?: ReactNode;
  /** A button beside the title. */
  tool?: ReactNode;
  /** Title and facts. */
  children: ReactNode;
  /** Below the perforation. */
  foot: ReactNode;
  /** The element that names the ticket. */
  labelledBy: string;
  ref?: Ref<HTMLElement>;
}

/** A card in the shape of a ticket: cover with a date stub, text, and a part to tear off. */
export function TicketShape({ seed, category, image, date, corner, tool, children, foot, labelledBy, ref }: TicketShapeProps) {
  return (
    <article ref={ref} className={css.ticket} aria-labelledby={labelledBy}>
      <Cover seed={seed} category={category} image={image} width={420} height={150} className={css.top ?? ''} />
      <span className={css.float}>
        <DateStub date={date} />
      </span>
      {corner && <span className={css.corner}>{corner}</span>}
      <span className={css.tool}>{tool}</span>
      <div className={css.body}>{children}</div>
      <div className={css.tear} aria-hidden="true" />
      <footer className={css.foot}>{foot}</footer>
    </article>
  );
}

/** The category of an event on the cover of its ticket. */
export const TicketCategory = ({ children }: { children: ReactNode }) => <span className={`${css.category} micro`}>{children}</span>;
