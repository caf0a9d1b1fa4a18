"""TorchRL: environments by id, its checker, masked rollouts and a step of training."""

from __future__ import annotations

import gymnasium
import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torchrl.envs import ActionMask, GymEnv, GymWrapper, SerialEnv, TransformedEnv
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE
from trying import run, tried

from ninetyeight.envs import SEAT_ID, TEAM_ID
from ninetyeight.envs.table import TableEnv


@tried("`GymEnv` by id, `check_env_specs`")
def by_id() -> None:
    for name in (TEAM_ID, SEAT_ID):
        for settings in ({}, {"flat": True, "scaled": True}):
            check_env_specs(GymEnv(name, **settings))


def masked(env: GymEnv) -> TransformedEnv:
    """Random actions are legal ones from now on."""
    return TransformedEnv(env, ActionMask())


@tried("`GymEnv` with `ActionMask`, whole games")
def rollouts() -> None:
    env = masked(GymEnv(TEAM_ID, categorical_action_encoding=True, illegal="raise"))
    games = env.rollout(400, break_when_any_done=False)
    assert games["next", "done"].any()


@tried("`GymWrapper` around `gymnasium.make`")
def wrapped() -> None:
    check_env_specs(GymWrapper(gymnasium.make(SEAT_ID, players=2)))


@tried("`SerialEnv`")
def several() -> None:
    env = SerialEnv(2, lambda: GymEnv(TEAM_ID))
    env.rollout(20, break_when_any_done=False)
    env.close()


@tried("`ClipPPOLoss` with `MaskedCategorical`, a few steps of training")
def trained() -> None:
    torch.manual_seed(1)
    env = masked(GymEnv(TEAM_ID, scaled=True, reward="cards", categorical_action_encoding=True))
    size = env.observation_spec["observation"].shape[-1]
    body = TensorDictModule(torch.nn.Linear(size, 400), ["observation"], ["logits"])
    to_mask = TensorDictModule(lambda mask: mask.bool(), ["action_mask"], ["mask"])
    actor = ProbabilisticActor(
        TensorDictSequential(body, to_mask),
        in_keys=["logits", "mask"],
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(torch.nn.Linear(size, 1), in_keys=["observation"])
    loss = ClipPPOLoss(actor, critic)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimiser = torch.optim.Adam(loss.parameters(), 1e-3)
    for _ in range(3):
        with torch.no_grad():
            played = env.rollout(200, actor, break_when_any_done=False)
        advantage(played)
        told = loss(played)
        total = told["loss_objective"] + told["loss_critic"] + told["loss_entropy"]
        assert torch.isfinite(total)
        optimiser.zero_grad()
        total.backward()
        optimiser.step()


@tried("`PettingZooWrapper` around `Table-v0` with `use_mask`")
def agents() -> None:
    env = PettingZooWrapper(TableEnv(players=3), use_mask=True)
    env.rollout(300, break_when_any_done=True)


@tried("`GymWrapper` around `gymnasium.make_vec`")
def vector() -> None:
    try:
        env = GymWrapper(gymnasium.make_vec(TEAM_ID, num_envs=2))
        env.rollout(20, break_when_any_done=False)
    except Exception as error:
        try:
            GymWrapper(gymnasium.make_vec("CartPole-v1", num_envs=2))
        except Exception as own:
            raise RuntimeError("Gymnasium's own `CartPole-v1` fails there too") from own
        raise error from None


if __name__ == "__main__":
    run()
