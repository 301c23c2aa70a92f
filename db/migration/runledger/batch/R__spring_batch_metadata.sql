-- Spring Batch 6 keeps its metadata here, unless the application has its tables elsewhere in the
-- same database. Names and columns are Spring Batch's; indexes on the references are ours, since
-- restarts and clean-ups look rows up by them. Repeatable, since it may come at any later version:
-- when an application gives up tables of its own.

CREATE SEQUENCE IF NOT EXISTS runledger.batch_job_instance_seq;
CREATE SEQUENCE IF NOT EXISTS runledger.batch_job_execution_seq;
CREATE SEQUENCE IF NOT EXISTS runledger.batch_step_execution_seq;

CREATE TABLE IF NOT EXISTS runledger.batch_job_instance (
    job_instance_id bigint       PRIMARY KEY,
    version         bigint,
    job_name        varchar(100) NOT NULL,
    job_key         varchar(32)  NOT NULL,
    UNIQUE (job_name, job_key)
);

CREATE TABLE IF NOT EXISTS runledger.batch_job_execution (
    job_execution_id bigint    PRIMARY KEY,
    version          bigint,
    job_instance_id  bigint    NOT NULL REFERENCES runledger.batch_job_instance,
    create_time      timestamp NOT NULL,
    start_time       timestamp,
    end_time         timestamp,
    status           varchar(10),
    exit_code        text,
    exit_message     text,
    last_updated     timestamp
);
CREATE INDEX IF NOT EXISTS batch_job_execution_by_instance
    ON runledger.batch_job_execution (job_instance_id);

CREATE TABLE IF NOT EXISTS runledger.batch_job_execution_params (
    job_execution_id bigint       NOT NULL REFERENCES runledger.batch_job_execution,
    parameter_name   varchar(100) NOT NULL,
    parameter_type   varchar(100) NOT NULL,
    parameter_value  text,
    identifying      char(1)      NOT NULL
);
CREATE INDEX IF NOT EXISTS batch_job_execution_params_by_execution
    ON runledger.batch_job_execution_params (job_execution_id);

CREATE TABLE IF NOT EXISTS runledger.batch_job_execution_context (
    job_execution_id   bigint PRIMARY KEY REFERENCES runledger.batch_job_execution,
    short_context      text   NOT NULL,
    serialized_context text
);

CREATE TABLE IF NOT EXISTS runledger.batch_step_execution (
    step_execution_id  bigint       PRIMARY KEY,
    version            bigint       NOT NULL,
    step_name          varchar(100) NOT NULL,
    job_execution_id   bigint       NOT NULL REFERENCES runledger.batch_job_execution,
    create_time        timestamp    NOT NULL,
    start_time         timestamp,
    end_time           timestamp,
    status             varchar(10),
    commit_count       bigint,
    read_count         bigint,
    filter_count       bigint,
    write_count        bigint,
    read_skip_count    bigint,
    write_skip_count   bigint,
    process_skip_count bigint,
    rollback_count     bigint,
    exit_code          text,
    exit_message       text,
    last_updated       timestamp
);
CREATE INDEX IF NOT EXISTS batch_step_execution_by_execution
    ON runledger.batch_step_execution (job_execution_id);

CREATE TABLE IF NOT EXISTS runledger.batch_step_execution_context (
    step_execution_id  bigint PRIMARY KEY REFERENCES runledger.batch_step_execution,
    short_context      text   NOT NULL,
    serialized_context text
);
