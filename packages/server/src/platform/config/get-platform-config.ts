import type { Handler } from '../../operation/operation.ts';
import { readConfig } from './read-config.ts';

export const getPlatformConfig: Handler<'getPlatformConfig'> = async (call) => ({
  status: 200,
  body: await readConfig(call),
});
