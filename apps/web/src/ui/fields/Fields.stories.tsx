import { SearchField } from './SearchField.js';
import { Select } from './Select.js';
import { SelectField } from './SelectField.js';
import { Switch } from './Switch.js';
import { TextField } from './TextField.js';

export default { title: 'Parts/Fields' };

const nothing = () => {};

export const OfText = () => (
  <div className="max-w-sm space-y-5">
    <TextField label="Name" placeholder="checkout" />
    <TextField label="E-mail" defaultValue="ada@acme.example" hint="Where links to sign in are sent." />
    <TextField
      label="Password"
      type="password"
      defaultValue="short"
      error="A password has at least 10 characters."
    />
    <TextField label="Address" defaultValue="acme/web" disabled />
    <SearchField label="Find a snapshot" value="" onChange={nothing} />
    <SearchField label="Find a snapshot" value="Button/Primary" onChange={nothing} />
  </div>
);

const roles = [
  { value: 'reviewer', label: 'Reviewer' },
  { value: 'viewer', label: 'Viewer' },
];

export const OfChoices = () => (
  <div className="max-w-sm space-y-5">
    <SelectField label="Role" value="reviewer" options={roles} onChange={nothing} />
    <SelectField label="Role" value="viewer" options={roles} onChange={nothing} disabled />
    <SelectField
      label="Role"
      hint="Owners invite people and delete projects."
      value="viewer"
      options={roles}
      onChange={nothing}
    />
    <Select label="Suite" icon="list">
      <option>All suites of the project, however long their names are</option>
    </Select>
  </div>
);

export const OnOrOff = () => (
  <div className="max-w-md space-y-5">
    <Switch
      label="Approval memory"
      hint="What was approved once is approved wherever the same pixels come again."
      checked
      onChange={nothing}
    />
    <Switch label="Check runs" hint="Tell the code host." checked={false} onChange={nothing} />
    <Switch label="Check runs" hint="Nothing to tell: no code host." checked disabled onChange={nothing} />
  </div>
);
