import { type ConfigKey, type ConfigType, commandsDescription, flagKeys, serviceKeys } from './configKeys.js';

const shapes: Record<ConfigType, object> = {
  string: { type: 'string', minLength: 1 },
  boolean: { type: 'boolean' },
  number: { type: 'number' },
  strings: { type: 'array', items: { type: 'string', minLength: 1 } },
  'string or boolean': { type: ['string', 'boolean'] },
};

const propertiesOf = (keys: Record<string, ConfigKey>) =>
  Object.fromEntries(
    Object.entries(keys).map(([name, { type, description }]) => [name, { ...shapes[type], description }]),
  );

/**
 * The JSON schema of `svc.config.json`.
 * @param commands names of the commands that have flags of the file
 */
export const configSchema = (commands: readonly string[]) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'svc.config.json',
  description: 'Configuration of the command line svc. Flags and variables of the environment win over it.',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...propertiesOf(serviceKeys),
    ...propertiesOf(flagKeys),
    commands: {
      type: 'object',
      description: commandsDescription,
      additionalProperties: false,
      properties: Object.fromEntries(commands.map((name) => [name, { $ref: '#/$defs/flags' }])),
    },
  },
  $defs: {
    flags: { type: 'object', additionalProperties: false, properties: propertiesOf(flagKeys) },
  },
});
