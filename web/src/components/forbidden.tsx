import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from './states';

interface ForbiddenProps {
  title: string;
  text: string;
  /** Target of the button; `action` is its label. */
  to: string;
  action: string;
}

/** Shown for a page that the viewer may know of, but not see. */
export function Forbidden({ title, text, to, action }: ForbiddenProps) {
  return (
    <div className="card">
      <EmptyState
        title={title}
        text={text}
        seed="closed gate"
        action={
          <Button component={Link} to={to} variant="default">
            {action}
          </Button>
        }
      />
    </div>
  );
}
