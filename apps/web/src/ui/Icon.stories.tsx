import { Icon, iconNames } from './Icon.js';

export default { title: 'Parts/Icon' };

export const All = () => (
  <ul className="grid max-w-3xl grid-cols-5 gap-4">
    {iconNames.map((name) => (
      <li key={name} className="flex items-center gap-3 text-muted text-sm">
        <Icon name={name} size={20} className="text-ink" />
        {name}
      </li>
    ))}
  </ul>
);
