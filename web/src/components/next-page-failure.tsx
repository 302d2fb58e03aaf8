import { ErrorLine } from './states';

interface NextPageFailureProps {
  query: { isFetching: boolean; isFetchNextPageError: boolean };
  onRetry: () => void;
}

/** The failure of the next page, where a button loads it. */
export const NextPageFailure = ({ query: { isFetching, isFetchNextPageError }, onRetry }: NextPageFailureProps) =>
  isFetchNextPageError && !isFetching ? <ErrorLine onRetry={onRetry} /> : null;
