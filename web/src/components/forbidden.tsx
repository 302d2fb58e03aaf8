import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from './states';

interface ForbiddenProps {
  title: string;
  text: string;
  /** The way on, and its words. */
  to: string;
  action: string;
}

/** For who may know that something is there, but may not see it. */
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
