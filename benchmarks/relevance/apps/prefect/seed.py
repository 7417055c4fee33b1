"""Makes what a weather service has run: four flows with runs, deployments, pools, variables, blocks, limits."""

# ruff: noqa: ARG001 - a flow is given its name, and does not use it
import asyncio
from datetime import timedelta

from prefect import flow, get_run_logger, task
from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.blocks.system import Secret
from prefect.client.orchestration import get_client
from prefect.client.schemas.actions import WorkPoolCreate
from prefect.client.schemas.schedules import CronSchedule, IntervalSchedule
from prefect.variables import Variable


@task
def read_stations(count: int) -> int:
    """Reads what stations measured."""
    get_run_logger().info("Read %s stations", count)
    return count


@task
def smooth_curves(count: int) -> int:
    """Makes curves of it."""
    return count * 24


@task
def publish(what: str) -> None:
    """Publishes something."""
    get_run_logger().info("Published %s", what)


@flow(flow_run_name="{name}", description="Reads all stations and draws the map of temperatures.")
def temperature_map(name: str, stations: int) -> None:
    """Stations to a map."""
    publish(f"map of {smooth_curves(read_stations(stations))} points")
    create_markdown_artifact("# Temperatures\n\nColdest: **Fell**, -11 °C.", key="temperature-report")


@flow(flow_run_name="{name}", description="Warns of storms within a day.")
def storm_warning(name: str, stations: int) -> None:
    """Stations to a warning."""
    if read_stations(stations) < 10:
        raise ValueError("Too few stations answered to warn of anything")
    publish("warning")
    rows = [{"coast": "north", "force": 9}, {"coast": "west", "force": 7}]
    create_table_artifact(rows, key="wind-forces", description="Forces that were forecast")


@flow(flow_run_name="{name}", description="Counts pollen grains under the microscope.")
def pollen_count(name: str) -> None:
    """Samples to counts."""
    publish("birch: 40, grass: 12")


@flow(flow_run_name="{name}", description="Moves measurements older than a year to tape.")
def archive_measurements(name: str) -> None:
    """Old rows to tape."""
    publish("365 days")


def quietly(run: object, **values: object) -> None:
    """A run that may fail."""
    try:
        run(**values)  # type: ignore[operator]
    except ValueError:
        return


def runs() -> None:
    """What was run."""
    for name, stations in (("monday-dawn", 41), ("tuesday-dawn", 40), ("wednesday-dawn", 38)):
        temperature_map(name, stations)
    for name, stations in (("gale-hilda", 33), ("calm-friday", 29), ("gale-igor", 4)):
        quietly(storm_warning, name=name, stations=stations)
    pollen_count("birch-season")
    archive_measurements("year-2024")


async def rest() -> None:
    """Pools, deployments, limits, variables, blocks."""
    async with get_client() as client:
        for pool, kind, about in (
            ("harbour-servers", "process", "Two old machines in the cellar."),
            ("rented-cluster", "docker", "Only for storms."),
        ):
            await client.create_work_pool(WorkPoolCreate(name=pool, type=kind, description=about))
        await client.create_work_queue(name="urgent", work_pool_name="rented-cluster", priority=1)
        for name, one, schedule, pool, tags in (
            ("every-morning", temperature_map, CronSchedule(cron="0 5 * * *", timezone="UTC"), "harbour-servers", ["daily"]),
            ("on-the-hour", storm_warning, IntervalSchedule(interval=timedelta(hours=1)), "rented-cluster", ["coast"]),
            ("spring-only", pollen_count, None, "harbour-servers", ["health"]),
        ):  # fmt: skip
            identity = await client.create_flow(one)
            await client.create_deployment(
                flow_id=identity,
                name=name,
                work_pool_name=pool,
                tags=tags,
                description=f"Runs {one.name} for everybody.",
                entrypoint=f"weather.py:{one.fn.__name__}",
                parameters={"name": "scheduled"},
                paused=schedule is None,
                schedules=[] if schedule is None else [{"schedule": schedule, "active": False}],
            )
        await client.create_concurrency_limit(tag="microscope", concurrency_limit=1)
        await Variable.aset("warning_level", "7")
        await Variable.aset("tape_number", "114")
        await Variable.aset("coldest_station", "Fell")
        await Secret(value="of-no-use").save("tape-robot")


if __name__ == "__main__":
    runs()
    asyncio.run(rest())
