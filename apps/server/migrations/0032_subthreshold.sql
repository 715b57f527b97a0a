-- What differs below the threshold: {pixels, area, maxDeltaE}. Null where an older service compared.
alter table comparisons add column subthreshold jsonb;

-- Projects that exist keep judging by counted pixels; new ones also see flat areas of visibly other color.
alter table projects add column sensitivity text not null default 'pixels' check (sensitivity in ('pixels', 'perceptual'));
alter table projects alter column sensitivity set default 'perceptual';

-- That of the project when the diff was made; pixels for one with another threshold.
alter table diffs add column sensitivity text not null default 'pixels' check (sensitivity in ('pixels', 'perceptual'));
