import type { A11yMode, CancelSuperseded, ProjectSettings } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { settingsQuery } from '../../../client/accessQueries.js';
import type { Membership } from '../../../client/useMembership.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { Switch } from '../../../ui/fields/Switch.js';
import { TextField } from '../../../ui/fields/TextField.js';
import { Forbidden } from '../Forbidden.js';
import { Panel } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { SettingsForm } from '../SettingsForm.js';

interface FormProps {
  slug: string;
  settings: ProjectSettings;
  disabled: boolean;
}

/** What a project can be told about itself. */
export function GeneralPanel({ slug, membership }: { slug: string; membership: Membership }) {
  const { data, error, refetch } = useQuery(settingsQuery(slug));
  const may = membership.may('manage');
  const form = (Form: ComponentType<FormProps>) =>
    data ? (
      <Form key={JSON.stringify(data)} slug={slug} settings={data} disabled={!may} />
    ) : (
      <PanelState label="Loading the settings" error={error} retry={refetch} />
    );
  return (
    <>
      {!may && <Forbidden what="Changing settings" role={membership.role} needs="maintainer" />}
      <Panel title="Baselines" about={`How ${slug} chooses and keeps its baselines.`}>
        {form(BaselinesForm)}
      </Panel>
      <Panel title="Comparison" about="Defaults for new diffs. Existing diffs keep their settings.">
        {form(ComparisonForm)}
      </Panel>
      <Panel
        title="Accessibility"
        about="What pages expose to assistive technology, compared like images. Only for images that the service captures."
      >
        {form(AccessibilityForm)}
      </Panel>
      <Panel title="Review" about="What it takes for the check of a commit to pass.">
        {form(ReviewForm)}
      </Panel>
      <Panel title="Running builds" about="What happens to them when a newer commit is pushed.">
        {form(BuildsForm)}
      </Panel>
      <Panel title="Badges" about="Images that show in a README whether a suite passes on a branch.">
        {form(BadgesForm)}
      </Panel>
      <Panel
        title="Retention"
        about="How long images and uploaded sites stay when nothing needs them. Results, decisions and history always stay."
      >
        {form(RetentionForm)}
      </Panel>
    </>
  );
}

function BaselinesForm({ slug, settings, disabled }: FormProps) {
  const [defaultBranch, setDefaultBranch] = useState(settings.defaultBranch);
  const [approvalMemory, setApprovalMemory] = useState(settings.approvalMemory);
  const [proof, setProof] = useState(settings.proof);
  return (
    <SettingsForm
      slug={slug}
      change={{ defaultBranch, approvalMemory, proof }}
      isChanged={
        defaultBranch !== settings.defaultBranch ||
        approvalMemory !== settings.approvalMemory ||
        proof !== settings.proof
      }
      disabled={disabled}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Default branch"
            hint="Branches without their own baselines are compared with the baselines of this branch."
            className="max-w-md"
            value={defaultBranch}
            disabled={disabled}
            required
            spellCheck={false}
            autoCapitalize="none"
            error={errorOf('defaultBranch')}
            onChange={(event) => setDefaultBranch(event.target.value)}
          />
          <Switch
            label="Approval memory"
            hint="Approvals apply to pixels, not commits: the same change is not reviewed again on other branches."
            checked={approvalMemory}
            disabled={disabled}
            onChange={setApprovalMemory}
          />
          <Switch
            label="Proof by bytes"
            hint="A story whose files are unchanged since an earlier build reuses its image instead of being captured. The service turns this off if an audit finds a wrong image."
            checked={proof}
            disabled={disabled}
            onChange={setProof}
          />
        </>
      )}
    </SettingsForm>
  );
}

function ComparisonForm({ slug, settings, disabled }: FormProps) {
  // What is being typed, such as "0.", is not a number yet.
  const [threshold, setThreshold] = useState(String(settings.threshold));
  const [antiAliasing, setAntiAliasing] = useState(settings.antiAliasing);
  const [sensitivity, setSensitivity] = useState(settings.sensitivity);
  return (
    <SettingsForm
      slug={slug}
      change={{ threshold: Number(threshold), antiAliasing, sensitivity }}
      isChanged={
        Number(threshold) !== settings.threshold ||
        antiAliasing !== settings.antiAliasing ||
        sensitivity !== settings.sensitivity
      }
      disabled={disabled}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Threshold"
            hint="How far a color may change before its pixel counts: 0 (not at all) to 1. A story with its own diffThreshold keeps it."
            className="max-w-md"
            type="number"
            min={0}
            max={1}
            step="any"
            value={threshold}
            disabled={disabled}
            required
            error={errorOf('threshold')}
            onChange={(event) => setThreshold(event.target.value)}
          />
          <Switch
            label="Ignore anti-aliasing"
            hint="Pixels that only smooth an edge differently do not count as changed."
            checked={antiAliasing}
            disabled={disabled}
            onChange={setAntiAliasing}
          />
          <Switch
            label="Review visible color changes"
            hint="A flat area of at least 1% of the page whose color visibly changes (ΔE of 2 or more) is a change even below the threshold, such as a background that turns from white to cream. Stories and diffs with another threshold count only pixels."
            checked={sensitivity === 'perceptual'}
            disabled={disabled}
            onChange={(isOn) => setSensitivity(isOn ? 'perceptual' : 'pixels')}
          />
        </>
      )}
    </SettingsForm>
  );
}

const a11yChoices: readonly { value: A11yMode; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'record', label: 'Record changes' },
  { value: 'review', label: 'Review changes' },
];

function AccessibilityForm({ slug, settings, disabled }: FormProps) {
  const [a11y, setA11y] = useState(settings.a11y);
  const others = Object.keys(settings.a11yBySuite).length;
  return (
    <SettingsForm slug={slug} change={{ a11y }} isChanged={a11y !== settings.a11y} disabled={disabled}>
      {() => (
        <SelectField
          label="Accessibility changes"
          hint={`Recorded changes are shown with the diff. Reviewed changes also fail the check of the commit until somebody approves them.${
            others > 0
              ? ` ${others} ${others === 1 ? 'suite has a setting of its own' : 'suites have settings of their own'}.`
              : ''
          }`}
          className="max-w-md"
          value={a11y}
          options={a11yChoices}
          disabled={disabled}
          onChange={setA11y}
        />
      )}
    </SettingsForm>
  );
}

const approvalChoices = [
  { value: '1', label: 'One' },
  { value: '2', label: 'Two' },
] as const;

function ReviewForm({ slug, settings, disabled }: FormProps) {
  const saved = settings.requiredApprovals > 1 ? '2' : '1';
  const [required, setRequired] = useState<'1' | '2'>(saved);
  return (
    <SettingsForm
      slug={slug}
      change={{ requiredApprovals: Number(required) }}
      isChanged={required !== saved}
      disabled={disabled}
    >
      {() => (
        <SelectField
          label="People who approve a change"
          hint="With two, the first approval makes the baseline, and the check fails until a second person approves too. API keys and automatic approvals do not count. Earlier decisions keep the number that they required."
          className="max-w-md"
          value={required}
          options={approvalChoices}
          disabled={disabled}
          onChange={setRequired}
        />
      )}
    </SettingsForm>
  );
}

const cancelChoices: readonly { value: CancelSuperseded; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'other-branches', label: 'On all branches except the default branch' },
  { value: 'all-branches', label: 'On all branches' },
];

function BuildsForm({ slug, settings, disabled }: FormProps) {
  const [cancelSuperseded, setCancelSuperseded] = useState(settings.cancelSuperseded);
  return (
    <SettingsForm
      slug={slug}
      change={{ cancelSuperseded }}
      isChanged={cancelSuperseded !== settings.cancelSuperseded}
      disabled={disabled}
    >
      {() => (
        <SelectField
          label="Cancel superseded builds"
          hint="When a newer commit of a branch starts in a suite, running captures of older commits fail as superseded."
          className="max-w-md"
          value={cancelSuperseded}
          options={cancelChoices}
          disabled={disabled}
          onChange={setCancelSuperseded}
        />
      )}
    </SettingsForm>
  );
}

function BadgesForm({ slug, settings, disabled }: FormProps) {
  const [badges, setBadges] = useState(settings.badges);
  return (
    <SettingsForm slug={slug} change={{ badges }} isChanged={badges !== settings.badges} disabled={disabled}>
      {() => (
        <Switch
          label="Public badges"
          hint="Anyone with the address of a badge sees the suite's name and its state. Turning this off permanently invalidates all addresses."
          checked={badges}
          disabled={disabled}
          onChange={setBadges}
        />
      )}
    </SettingsForm>
  );
}

function RetentionForm({ slug, settings, disabled }: FormProps) {
  const saved = settings.retentionDays === null ? '' : String(settings.retentionDays);
  const [days, setDays] = useState(saved);
  return (
    <SettingsForm
      slug={slug}
      change={{ retentionDays: days === '' ? null : Number(days) }}
      isChanged={days !== saved}
      disabled={disabled}
    >
      {(errorOf) => (
        <TextField
          label="Days"
          hint="At least 7, or empty to keep everything. Current baselines of the default branch are always kept. Baselines of another branch are kept while the branch is captured or compared with."
          className="max-w-md"
          type="number"
          min={7}
          max={3650}
          placeholder="Forever"
          value={days}
          disabled={disabled}
          error={errorOf('retentionDays')}
          onChange={(event) => setDays(event.target.value)}
        />
      )}
    </SettingsForm>
  );
}
