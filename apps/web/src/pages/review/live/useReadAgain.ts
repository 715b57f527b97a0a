import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { createReadAgain, type ReadAgain } from './createReadAgain.js';

export function useReadAgain(project: string, id: string): ReadAgain {
  const client = useQueryClient();
  const { readAgain, stop } = useMemo(() => createReadAgain(client, project, id), [client, project, id]);
  useEffect(() => stop, [stop]);
  return readAgain;
}
