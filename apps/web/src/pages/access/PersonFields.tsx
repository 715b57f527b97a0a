import { errorOfField } from '../../client/ApiError.js';
import { TextField } from '../../ui/fields/TextField.js';
import { Notice } from '../../ui/Notice.js';

interface Props {
  value: string;
  onValue: (value: string) => void;
  /** Of the request that was sent; what it says of this field is shown with it. */
  error: unknown;
}

export const NameField = ({ value, onValue, error }: Props) => (
  <TextField
    label="Name"
    name="name"
    autoComplete="name"
    required
    maxLength={100}
    hint="Your colleagues see it beside your decisions."
    value={value}
    error={errorOfField(error, 'name')}
    onChange={(event) => onValue(event.target.value)}
  />
);

export const EmailField = ({ value, onValue, error }: Props) => (
  <TextField
    label="E-mail"
    type="email"
    name="email"
    autoComplete="username"
    required
    value={value}
    error={errorOfField(error, 'email')}
    onChange={(event) => onValue(event.target.value)}
  />
);

/** `field` is how the request calls it. */
export const NewPasswordField = ({ value, onValue, error, field }: Props & { field: string }) => (
  <TextField
    label="Password"
    type="password"
    name="password"
    autoComplete="new-password"
    required
    minLength={10}
    maxLength={200}
    hint="At least 10 characters. A longer one is safer."
    value={value}
    error={errorOfField(error, field)}
    onChange={(event) => onValue(event.target.value)}
  />
);

/** What is wrong with the whole request: nothing where one of `fields` says it. */
export const FormError = ({ error, fields }: { error: Error | null; fields: readonly string[] }) =>
  error && !fields.some((field) => errorOfField(error, field)) ? (
    <Notice tone="danger" icon="warning" role="alert">
      {error.message}
    </Notice>
  ) : null;
