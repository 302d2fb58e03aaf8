import { useSearchParams } from 'react-router-dom';

/** Opens and closes a dialog by a query parameter, so that other pages can link to it. */
export function useDialogParam(name: string) {
  const [params, setParams] = useSearchParams();
  const set = (value: string | null) =>
    setParams(
      (old) => {
        if (value === null) old.delete(name);
        else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  return { value: params.get(name), set };
}
